export const text = {
  title: "Get to your first webhook",
  description: "Four steps, a few minutes.",
  done: "Done",
  arrived: "Your first change has been delivered",
  arrivedAbout: "Every further change in this filesystem reaches your endpoint the same way.",
  viewDelivery: "View deliveries",
  filesystem: {
    title: "Create a filesystem",
    about: "A file tree that your code reads and writes.",
    action: "New filesystem",
  },
  key: {
    title: "Create an API key",
    about: "Your code uses it to authenticate. Grant it access to the filesystem.",
    aboutForMembers: "Your code uses it to authenticate. Ask an owner or admin to create one.",
    action: "New key",
  },
  webhook: {
    title: "Add a webhook",
    about: "We POST every change to your URL: signed, in order, retried until it responds.",
    action: "New webhook",
  },
  message: {
    title: "Receive your first message",
    about:
      "A new webhook gets a files.resync right away. Then write a file to get a files.changed.",
    copyCommand: "Copy command",
  },
} as const;
