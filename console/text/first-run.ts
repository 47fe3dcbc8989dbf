export const text = {
  title: "Get to your first webhook",
  description: "Takes a few minutes.",
  done: "Done",
  arrived: "Your first change has been delivered",
  arrivedAbout: "Every further change in this filesystem reaches your endpoint the same way.",
  viewDelivery: "View deliveries",
  filesystem: {
    title: "Create a filesystem",
    about: "A file tree that your code reads and writes.",
    action: "New filesystem",
    /** What the name starts as. */
    name: "my-files",
  },
  key: {
    title: "Create an API key",
    about:
      "Your code uses it to authenticate. Grant it access to the filesystem. Optional for this quickstart.",
    aboutForMembers: "Your code uses it to authenticate. Ask an owner or admin to create one.",
    action: "New key",
  },
  webhook: {
    title: "Add a webhook",
    about:
      "We POST every change to your URL: signed, in order, retried until it responds. No endpoint yet? The test inbox receives and verifies messages for you.",
    action: "New webhook",
  },
  message: {
    title: "Receive your first message",
    about: "A new webhook gets a files.resync right away. Then add a file to get a files.changed.",
  },
} as const;
