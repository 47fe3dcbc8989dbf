/** The keys that the console understands. */
export const text = {
  title: "Keyboard shortcuts",
  groups: [
    {
      name: "Anywhere",
      keys: [
        { keys: ["Ctrl", "K"], does: "Go to a page, a file, a webhook or a person" },
        { keys: ["?"], does: "Show these shortcuts" },
        { keys: ["Ctrl", "Z"], does: "Undo what was just done, while its message is shown" },
        { keys: ["Esc"], does: "Close what is open" },
      ],
    },
    {
      name: "Files",
      keys: [
        { keys: ["/"], does: "Filter the folder" },
        { keys: ["↑", "↓"], does: "Move through the list" },
        { keys: ["A", "…", "Z"], does: "Go to the next name that starts with what you type" },
        { keys: ["Enter"], does: "Open" },
        { keys: ["Backspace"], does: "Go to the parent folder" },
        { keys: ["Space"], does: "Select" },
        { keys: ["Shift", "↓"], does: "Extend the selection" },
        { keys: ["Ctrl", "A"], does: "Select all" },
        { keys: ["F2"], does: "Rename" },
        { keys: ["Delete"], does: "Delete" },
        { keys: ["←", "→"], does: "Previous and next file in a preview" },
      ],
    },
    {
      name: "Deliveries",
      keys: [{ keys: ["J", "K"], does: "Next and previous message" }],
    },
  ],
} as const;
