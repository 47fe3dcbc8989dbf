/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // Nothing uses the resizing of images, which would let anybody make us read, work and store, past our own router.
  images: { unoptimized: true },
  // `npm start` builds on machines that have no development tools; `npm run check` looks at the types.
  typescript: { ignoreBuildErrors: true },
  // Native or dynamically loading packages stay as they are instead of going through the bundler.
  serverExternalPackages: ["@node-rs/argon2", "pg", "pino", "graphile-worker"],
  turbopack: {
    root: import.meta.dirname,
    // Every page has icons.
    resolveAlias: { "../createLucideIcon.mjs": "./components/ui/create-icon.ts" },
  },
};

export default config;
