import type { Page } from "@playwright/test";

// More stops than any page of the journeys has, the viewer of all operations included; a walk beyond is lost.
const MOST_STOPS = 400;

/**
 * Walks through what is on the page with the Tab key alone, until it leaves the page or comes to where it began.
 * @returns what somebody would stumble over: a stop that comes before the one before it, that cannot be seen where it is,
 * or that does not show that it has the focus
 */
export async function walkByKeys(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    globalThis.walked = [];
  });
  const faults: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(lookAtStop);
    if (found === "end") return faults;
    faults.push(...found);
  }
  return [...faults, `no end after ${MOST_STOPS} stops`];
}

declare global {
  var walked: Element[];
}

/** Runs in the page, so it holds all that it needs. */
function lookAtStop(): string[] | "end" {
  const here = document.activeElement;
  const before = globalThis.walked.at(-1);
  if (here === null || here === document.body || here === globalThis.walked[0]) return "end";
  // The day, the month and the year of a date are stops inside of one field.
  if (here === before) return [];
  globalThis.walked.push(here);
  const faults: string[] = [];
  const name = here.outerHTML.slice(0, 120);
  const follows = before === undefined || before.compareDocumentPosition(here) & 4;
  if (!follows) faults.push(`comes back: ${name}`);
  const box = [...here.getClientRects()].find(({ width, height }) => width > 1 && height > 1);
  const at =
    box && document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20));
  if (!at || !(here.contains(at) || at.contains(here))) faults.push(`cannot be seen: ${name}`);
  const { outlineStyle, outlineWidth } = getComputedStyle(here);
  if (outlineStyle === "none" || outlineWidth === "0px") faults.push(`is not marked: ${name}`);
  return faults;
}

/** What would be read out again and again: times that count, inside of what is announced when it changes. */
export function findChatter(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const regions = "[aria-live]:not([aria-live=off]), output, [role=status], [role=alert]";
    return [...document.querySelectorAll(regions)]
      .filter((region) => region.querySelector("time, [role=timer]") !== null)
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
}
