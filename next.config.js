/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // Nothing uses the resizing of images, which would let anybody make us read, work and store, past our own router.
  images: { unoptimized: true },
  // At the start Next would load every page, and a copy of each route of the API, which our own router serves.
  experimental: { preloadEntriesOnStart: false },
  // `npm start` builds on machines that have no development tools; `npm run check` looks at the types.
  typescript: { ignoreBuildErrors: true },
  // Native or dynamically loading packages stay as they are instead of going through the bundler.
  serverExternalPackages: ["@node-rs/argon2", "pg", "pino", "graphile-worker"],
  turbopack: {
    root: import.meta.dirname,
    resolveAlias: {
      // Every page has icons, and a page for when the page of an error fails.
      "../createLucideIcon.mjs": "./components/ui/create-icon.ts",
      "./builtin/global-error": "./components/layout/last-resort.tsx",
      "../components/builtin/global-error": "./components/layout/last-resort.tsx",
      // A part of the Markdown parser, which for browsers makes HTML of text. A worker has no document for it.
      "decode-named-character-reference":
        "./node_modules/decode-named-character-reference/index.js",
    },
  },
};

export default config;
