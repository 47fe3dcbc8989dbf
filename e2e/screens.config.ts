import { defineConfig } from "@playwright/test";

import journeys from "@/playwright.config";

/** `npm run screens`: the same service as the journeys have, and a camera instead of them. */
export default defineConfig({
  ...journeys,
  testDir: ".",
  testMatch: "screens.ts",
  projects: [{ name: "screens" }],
  outputDir: "../test-results/screens",
});
