import { explain } from "@/cli/explain";

/** What a tool returns as text: JSON, or why it failed and what to do. */
export async function toolResult(run: () => Promise<unknown>) {
  try {
    return textOf(JSON.stringify(await run()));
  } catch (error) {
    return { ...textOf(explain(error).message), isError: true };
  }
}

const textOf = (text: string) => ({ content: [{ type: "text" as const, text }] });
