import type { CDPSession, Page } from "@playwright/test";
import { z } from "zod";

// More stops than any page of the journeys has, the viewer of all operations included; a walk beyond is lost.
const MOST_STOPS = 400;

/**
 * Walks with the Tab key alone through what is on the page, until it leaves the page or comes to where it began: a dialog
 * leads from its end to its beginning. A menu has no such stops; its arrow keys are a journey of their own.
 * @returns what somebody would stumble over: a stop that comes before the one before it, that cannot be seen where it is,
 * or that does not show that it has the focus
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
  // Past Playwright's own keyboard, which keeps a picture of all the page for each press.
  const browser = await page.context().newCDPSession(page);
  try {
    const faults: string[] = [];
    for (let stops = 0; stops < MOST_STOPS; stops++) {
      const found = await stepOn(browser);
      if (found === "end") return faults;
      faults.push(...found);
    }
    return [...faults, `no end after ${MOST_STOPS} stops`];
  } finally {
    await browser.detach();
  }
}

const Found = z.union([z.literal("end"), z.array(z.string())]);
const TAB = { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 };

async function stepOn(browser: CDPSession): Promise<string[] | "end"> {
  for (const type of ["rawKeyDown", "keyUp"] as const)
    await browser.send("Input.dispatchKeyEvent", { type, ...TAB });
  const expression = `(${lookAtStop.toString()})()`;
  const { result } = await browser.send("Runtime.evaluate", { expression, returnByValue: true });
  return Found.parse(result.value);
}

declare global {
  var walk: { stops: Element[]; isDialog: boolean; mayTurn: boolean };
}

/** Runs in the page, so it holds all that it needs. */
function lookAtStop(): string[] | "end" {
  const { walk } = globalThis;
  const here = document.activeElement;
  const before = walk.stops.at(-1);
  // The day, the month and the year of a date are stops inside of one field.
  if (here === before && here instanceof HTMLInputElement) return [];
  if (here === null || here === document.body || here === walk.stops[0]) return "end";
  // The focus of a dialog is within it from the beginning, so the walk did not begin with the first of its stops.
  if (walk.isDialog && walk.stops.includes(here)) return "end";
  walk.stops.push(here);
  const faults: string[] = [];
  const name = here.outerHTML.slice(0, 160);
  const follows = before === undefined || before.compareDocumentPosition(here) & 4;
  if (!follows && !walk.mayTurn) faults.push(`comes back: ${name}`);
  if (!follows) walk.mayTurn = false;
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
