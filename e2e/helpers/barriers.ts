import type { Page } from "@playwright/test";
import axeCore from "axe-core";

/** What would keep someone from using the page (WCAG 2.2 AA and good practice), by rule and place. */
export async function findBarriers(page: Page, part: string, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeCore.source);
  const options = { resultTypes: ["violations" as const], ...(rules && { runOnly: rules }) };
  return page.evaluate(
    async ([selector, run]) => {
      const { violations } = await globalThis.axe.run(selector, run);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    [part, options] as const,
  );
}

declare global {
  var axe: typeof axeCore;
}
