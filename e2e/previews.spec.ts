import { expect, type Locator, type Page, test } from "@playwright/test";

import { findBarriers } from "./helpers/barriers";
import { makePdf } from "./helpers/pdf";
import { makeUser, signIn } from "./helpers/people";
import { callAs, makeFilesystem } from "./helpers/webhooks";

const ATTACK = "globalThis.ran = true";
const FOREIGN = "https://elsewhere.invalid";

declare global {
  var ran: boolean | undefined;
}

type Files = Readonly<Record<string, string | Buffer>>;

/** Signs someone in who has these files, and opens the preview of the first one by name. */
async function openFirst(page: Page, files: Files): Promise<Locator> {
  const owner = await makeUser("Lighthouse");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "charts");
  const type = { "content-type": "application/octet-stream" };
  for (const [name, content] of Object.entries(files)) {
    const route = `/orgs/${owner.orgId}/filesystems/${fsId}/files?path=/${name}`;
    await callAs(page, "put", route, content, type);
  }
  const [first] = Object.keys(files).toSorted();
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/files?show=${first}`);
  return page.getByRole("dialog", { name: first! });
}

/** Everything a browser complains of, asks or shows that it should not. */
function watch(page: Page, baseURL: string | undefined): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`says ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.context().on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseURL}/`) && !/^(data|blob):/.test(url))
      complaints.push(`asked ${url}`);
  });
  return complaints;
}

async function expectNoBarriers(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const excess = await page.evaluate(() => {
        const wide = document.querySelector("[role=dialog]")!;
        return [document.documentElement, wide].map((it) => it.scrollWidth - it.clientWidth);
      });
      expect.soft(excess, `px too wide at ${width}`).toEqual([0, 0]);
    }
    expect.soft(await findBarriers(page, "[role=dialog]"), colorScheme).toEqual([]);
  }
}

/** Which part of a canvas is not white, in percent. */
const inkOf = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    if (element.width === 0) return 0;
    const copy = new OffscreenCanvas(200, 200).getContext("2d", { willReadFrequently: true })!;
    copy.drawImage(element, 0, 0, 200, 200);
    const { data } = copy.getImageData(0, 0, 200, 200);
    let dark = 0;
    for (let n = 0; n < data.length; n += 4) if (data[n]! < 128 && data[n + 3]! > 128) dark++;
    return (dark / (data.length / 4)) * 100;
  });

const step = (dialog: Locator) => dialog.getByRole("button", { name: "Next file" }).click();

test("Markdown, code, PDFs and drawings are shown as they are meant to be read", async ({
  page,
  baseURL,
}) => {
  const complaints = watch(page, baseURL);
  const dialog = await openFirst(page, {
    "a.md":
      "# Tides\n\nSee [the tables](https://example.com/tables) and `ebb`.\n\n- [x] moored\n- [ ] at sea\n\n| port | metres |\n| :--- | ---: |\n| Brest | 7.1 |\n\n```ts\nconst depth = 12; // metres\n```\n",
    "b.ts":
      'import { tide } from "./tide";\n\n/** How deep it is. */\nexport const depth = tide(12);\n',
    "c.pdf": makePdf(["First page", "Second page", "Third page"]),
    "d.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>`,
  });
  await expect(dialog.getByRole("heading", { name: "Tides" })).toBeVisible();
  const link = dialog.getByRole("link", { name: "the tables" });
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(dialog.getByRole("cell", { name: "7.1" })).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: "Not done" })).toBeVisible();
  await expect(dialog.locator("pre span", { hasText: "const" })).toHaveClass("text-code-keyword");
  await expectNoBarriers(page);
  await dialog.getByRole("button", { name: "Source" }).click();
  await expect(dialog.locator("code span", { hasText: "# Tides" })).toHaveClass("text-tide");

  await step(dialog);
  const code = page.getByRole("dialog", { name: "b.ts" });
  await expect(code.locator("code span", { hasText: "import" })).toHaveClass("text-code-keyword");
  await expect(code.locator("code span", { hasText: "How deep" })).toHaveClass(/text-muted/);
  await expect(code.locator("pre").first()).toHaveText("1\n2\n3\n4");
  await expectNoBarriers(page);

  await step(code);
  const pdf = page.getByRole("dialog", { name: "c.pdf" });
  const first = pdf.getByRole("img", { name: "Page 1 of 3" });
  await expect.poll(() => inkOf(first)).toBeGreaterThan(3);
  await expect(pdf.getByText("First page")).toBeAttached();
  await expect(pdf.getByText("Page 1 of 3")).toBeVisible();
  const third = pdf.getByRole("img", { name: "Page 3 of 3" });
  await third.scrollIntoViewIfNeeded();
  await expect.poll(() => inkOf(third)).toBeGreaterThan(3);
  await expect(pdf.getByText("Page 3 of 3")).toBeVisible();
  // What is far away holds no pixels.
  await expect.poll(() => first.evaluate((it: HTMLCanvasElement) => it.width)).toBe(0);
  await expectNoBarriers(page);

  await step(pdf);
  const drawing = page.getByRole("dialog", { name: "d.svg" });
  await expect(drawing.getByRole("img", { name: "d.svg" })).toBeVisible();
  await drawing.getByRole("button", { name: "Source" }).click();
  await expect(drawing.getByText("<svg")).toBeVisible();
  await expectNoBarriers(page);
  expect(complaints).toEqual([]);
});

test("nothing in a file is run, and nothing in it makes a request", async ({ page, baseURL }) => {
  const complaints = watch(page, baseURL);
  const dialog = await openFirst(page, {
    "a.html": `<script>${ATTACK}</script><img src="${FOREIGN}/a.png" onerror="${ATTACK}">`,
    "b.md": `# Plain\n\n<script>${ATTACK}</script>\n\n<img src="x" onerror="${ATTACK}">\n\n[press](javascript:${ATTACK.replaceAll(" ", "")}) [enter](JaVaScRiPt:alert) <data:text/html,a>\n\n![a chart](${FOREIGN}/chart.png)\n`,
    "c.pdf": makePdf(
      ["Hostile"],
      `/OpenAction << /S /JavaScript /JS (${ATTACK}; app.alert\\("hi"\\)) >>`,
    ),
    "d.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="${ATTACK}"><script>${ATTACK}</script><image href="${FOREIGN}/a.png" width="9" height="9"/></svg>`,
    "e.pdf": makePdf(
      ["Locked"],
      "",
      `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${"61".repeat(32)}> /U <${"62".repeat(32)}> >>`,
    ),
    "f.pdf": "%PDF-1.7\nThis is none.",
    "g.md": "> ".repeat(5_000),
  });
  await expect(dialog.getByText(`<script>${ATTACK}`)).toBeVisible();
  await expect(dialog.locator("code span", { hasText: "script" }).first()).toBeVisible();

  await step(dialog);
  const markdown = page.getByRole("dialog", { name: "b.md" });
  await expect(markdown.getByRole("heading", { name: "Plain" })).toBeVisible();
  await expect(markdown.getByText("press")).toBeVisible();
  await expect(markdown.getByRole("link")).toHaveText(["a chart", "Download"]);
  await expect(markdown.locator("section img")).toHaveCount(0);

  await step(markdown);
  const pdf = page.getByRole("dialog", { name: "c.pdf" });
  const canvas = pdf.getByRole("img", { name: "Page 1 of 1" });
  await expect.poll(() => inkOf(canvas)).toBeGreaterThan(3);
  await canvas.click({ force: true });

  await step(pdf);
  const drawing = page.getByRole("dialog", { name: "d.svg" }).getByRole("img");
  await expect.poll(() => drawing.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(9);

  await step(page.getByRole("dialog"));
  await expect(page.getByText("This PDF is protected by a password.")).toBeVisible();
  await step(page.getByRole("dialog"));
  await expect(page.getByText("This PDF can't be displayed.")).toBeVisible();
  await step(page.getByRole("dialog"));
  await expect(page.getByText("This file can't be rendered. Showing its source.")).toBeVisible();

  expect(await page.evaluate(() => globalThis.ran)).toBeUndefined();
  expect(page.context().pages()).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test("what a browser can't decode says so and is offered as a download; JSON has its source", async ({
  page,
}) => {
  const dialog = await openFirst(page, {
    "a.png": "no image",
    "b.mp3": "no sound",
    "c.mp4": "no video",
    "d.json": '{"port":"Brest"}',
  });
  const damaged = "This file can't be shown. Its content may be damaged";
  await expect(dialog.getByText(damaged)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: "Download" }).first().click(),
  ]);
  expect(download.suggestedFilename()).toBe("a.png");
  await expectNoBarriers(page);
  for (const file of ["b.mp3", "c.mp4"]) {
    await step(page.getByRole("dialog"));
    await expect(page.getByRole("dialog", { name: file }).getByText(damaged)).toBeVisible();
  }
  await step(page.getByRole("dialog"));
  const json = page.getByRole("dialog", { name: "d.json" });
  await expect(json.getByRole("code")).toHaveText('{\n  "port": "Brest"\n}');
  await json.getByRole("button", { name: "Source" }).click();
  await expect(json.getByRole("code")).toHaveText('{"port":"Brest"}');
});
