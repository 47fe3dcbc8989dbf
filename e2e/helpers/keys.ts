import type { CDPSession, Page } from "@playwright/test";
import { z } from "zod";

// More stops than any page in the journeys has, including the operations viewer; a longer walk is
// stuck.
const MAX_STOPS = 500;

/**
 * Tabs through the page until focus leaves it or returns to the start: a dialog wraps from its end
 * to its beginning. A menu has no tab stops; its arrow keys are a separate journey.
 * @returns accessibility problems: a stop out of order, a stop that is not visible where it is, or
 * one that does not show focus
 */
export async function walkByKeys(page: Page): Promise<string[]> {
  const isMenu = await page.evaluate(() => {
    const isDialog = document.querySelector("[role=dialog]") !== null;
    globalThis.walk = { stops: [], isDialog, mayTurn: isDialog };
    const { activeElement } = document;
    if (!isDialog && activeElement instanceof HTMLElement) activeElement.blur();
    return document.querySelector("[role=menu]") !== null;
  });
  if (isMenu) return [];
  // Bypasses Playwright's own keyboard, which captures a screenshot for each press.
  const browser = await page.context().newCDPSession(page);
  try {
    const faults: string[] = [];
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      const found = await stepOn(browser);
      if (found === "end") return faults;
      faults.push(...found);
    }
    return [...faults, `focus did not return after ${MAX_STOPS} stops`];
  } finally {
    await browser.detach();
  }
}

const Found = z.union([z.literal("end"), z.array(z.string())]);
const TAB = { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 };

async function stepOn(browser: CDPSession): Promise<string[] | "end"> {
  for (const type of ["rawKeyDown", "keyUp"] as const)
    await browser.send("Input.dispatchKeyEvent", { type, ...TAB });
  const expression = `(${inspectStop.toString()})()`;
  const { result } = await browser.send("Runtime.evaluate", { expression, returnByValue: true });
  return Found.parse(result.value);
}

declare global {
  var walk: { stops: Element[]; isDialog: boolean; mayTurn: boolean };
}

/** Runs in the page, so it must be self-contained. */
function inspectStop(): string[] | "end" {
  const { walk } = globalThis;
  const here = document.activeElement;
  const before = walk.stops.at(-1);
  // The day, month and year of a date are stops within one field.
  if (here === before && here instanceof HTMLInputElement) return [];
  if (here === null || here === document.body || here === walk.stops[0]) return "end";
  // A dialog has focus from the start, so the walk did not begin at its first stop.
  if (walk.isDialog && walk.stops.includes(here)) return "end";
  walk.stops.push(here);
  const faults: string[] = [];
  const name = here.outerHTML.slice(0, 160);
  const follows = before === undefined || before.compareDocumentPosition(here) & 4;
  if (!follows && !walk.mayTurn) faults.push(`out of order: ${name}`);
  if (!follows) walk.mayTurn = false;
  const box = [...here.getClientRects()].find(({ width, height }) => width > 1 && height > 1);
  const at =
    box && document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20));
  if (!at || !(here.contains(at) || at.contains(here)))
    faults.push(`not visible: ${name}, below ${at?.outerHTML.slice(0, 160)}`);
  const { outlineStyle, outlineWidth } = getComputedStyle(here);
  if (outlineStyle === "none" || outlineWidth === "0px") faults.push(`no focus indicator: ${name}`);
  return faults;
}

/** Text that would be announced repeatedly: changing times inside a live region. */
export function findChatter(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const regions = "[aria-live]:not([aria-live=off]), output, [role=status], [role=alert]";
    return [...document.querySelectorAll(regions)]
      .filter((region) => region.querySelector("time, [role=timer]") !== null)
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
}
