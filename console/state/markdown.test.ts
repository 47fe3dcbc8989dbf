import { expect, test } from "vitest";

import { type MarkdownNode, parseMarkdown } from "./markdown";

const plain = (name: string, ...children: MarkdownNode[]): MarkdownNode => ({
  tag: "plain",
  name,
  children,
});

test("headings, lists, tables and links are what they say", () => {
  expect(parseMarkdown("## Tides *now*")).toEqual([plain("h2", "Tides ", plain("em", "now"))]);
  expect(parseMarkdown("3. a\n4. b")).toMatchObject([{ tag: "ol", start: 3 }]);
  expect(JSON.stringify(parseMarkdown("- [x] a"))).toContain('{"tag":"checkbox","isChecked":true}');
  expect(JSON.stringify(parseMarkdown("|a|\n|-:|\n|1|"))).toContain(
    '{"tag":"cell","isHead":false,"align":"right","children":["1"]}',
  );
  expect(parseMarkdown("<https://example.com/a>")).toEqual([
    plain("p", { tag: "link", href: "https://example.com/a", children: ["https://example.com/a"] }),
  ]);
});

test("HTML is dropped, and of addresses only those remain that a reader may follow", () => {
  const html = '<script>a()</script>\n\nb <img src=x onerror="a()"> c';
  expect(parseMarkdown(html)).toEqual([plain("p", "b ", " c")]);
  for (const url of [
    "javascript:a()",
    "JAVASCRIPT:a()",
    "data:text/html,a",
    "vbscript:a",
    "//a.example",
    "b.md",
    "#c",
  ])
    expect(parseMarkdown(`[press](<${url}>)`), url).toEqual([plain("p", "press")]);
  expect(parseMarkdown("[write](mailto:a@example.com)")).toMatchObject([
    { children: [{ tag: "link", href: "mailto:a@example.com" }] },
  ]);
});

test("an image is a link to it, so that nothing is loaded", () => {
  expect(parseMarkdown("![a chart](https://example.com/a.png)")).toEqual([
    plain("p", { tag: "link", href: "https://example.com/a.png", children: ["a chart"] }),
  ]);
  expect(parseMarkdown("![a chart](data:image/png;base64,AA)")).toEqual([plain("p", "a chart")]);
});

test("code is coloured by the language it is marked with", () => {
  expect(parseMarkdown("```js\nlet a\n```")).toEqual([
    {
      tag: "code",
      tokens: [
        { kind: "keyword", text: "let" },
        { kind: null, text: " a\n" },
      ],
    },
  ]);
  expect(parseMarkdown("```unknown\nlet a\n```")).toEqual([
    { tag: "code", tokens: [{ kind: null, text: "let a\n" }] },
  ]);
});

test("text that is nested without end is refused", () => {
  expect(() => parseMarkdown("> ".repeat(500))).toThrow(RangeError);
});
