// npm run generate: generates the database client in prisma/generated if the schema changed.
import { generateClient } from "@/lib/server/launch/generate-client";

try {
  const done = generateClient(process.cwd());
  console.error(done ? "✓ database client generated" : "✓ database client is up to date");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
