/**
 * Part of every hostile text, so that a response that echoes one is detected. Two of its characters
 * never occur in our ids.
 */
export const MARKER = "zu7l";

/** Numbers at and beyond every boundary, as text. */
export const NUMBERS: readonly string[] = (
  "0 -0 -1 1 1001 1e3 1e400 0x10 007 +5 1.5 NaN Infinity 9007199254740993 9223372036854775807 " +
  "9223372036854775808 999999999999999999 99999999999999999999999999999999 \u0661\u0662"
).split(" ");
const WORDS =
  "true TRUE null undefined [] {} __proto__ constructor 8888 0777 00644 org_ .. . / // /.. " +
  "fs_00000000000000000000000000 2026-02-30T00:00:00Z 0000-01-01T00:00:00Z 9999-12-31T23:59:59.999999Z";

/** Texts that break parsers, paths, numbers, queries and pages. */
export const TEXTS: readonly string[] = [
  "",
  " ",
  "5 ",
  MARKER,
  `/${MARKER}\0`,
  `/../${MARKER}`,
  `/./${MARKER}/..`,
  `/${MARKER}\ud800`,
  `\udfff${MARKER}`,
  `/${MARKER}\u202e`,
  `\ufeff${MARKER}`,
  `/${MARKER.repeat(63)}`,
  `/${MARKER.repeat(64)}`,
  `/${`${MARKER}/`.repeat(820)}`,
  MARKER.repeat(2500),
  `'; DROP TABLE node; -- ${MARKER}`,
  `\${${MARKER}}`,
  `<b>${MARKER}</b>`,
  `${MARKER}\r\nX-Evil: 1`,
  `%00${MARKER}`,
  `%2e%2e%2f${MARKER}`,
  `\\..\\${MARKER}`,
  `file:///${MARKER}`,
  ...NUMBERS,
  ...WORDS.split(" "),
];

/** Query strings and segments that break percent-decoding. Sent as is. */
export const ENCODED: readonly string[] = (
  "% %zz %f %ff %fe%ff %c0%af %ed%a0%80 %f4%90%80%80 %u0041 %00 %2e%2e %2F %252e + %0d%0aX-Evil:1 " +
  "a%20b ; %E2%82 : @ ~"
).split(" ");

/** JSON values of every wrong type. */
export const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.5,
  1e308,
  2 ** 53,
  -(2 ** 63),
  [],
  {},
  [[]],
  [null],
  [MARKER],
  { other: MARKER },
  { toString: MARKER },
  Array.from({ length: 200 }, () => MARKER),
];

/** Bodies that are not JSON, or are excessively large or nested. */
export const BODIES: readonly Buffer[] = [
  ...`{ [ " nul {"a":} {"a":"${MARKER} {}{} NaN '${MARKER}' \ufeff{} "\\ud800" 1e999 - \0`.split(
    " ",
  ),
  "",
  " ",
  "[".repeat(20_000),
  '{"a":'.repeat(20_000),
  `[${"0,".repeat(5_000)}0]`,
  '{"path":"/a","path":"/b"}',
  '{"__proto__":{"path":"/a"}}',
  '{"constructor":{"prototype":{}}}',
]
  .map((text) => Buffer.from(text))
  .concat(Buffer.from([0x22, 0xff, 0x22]), Buffer.from([0xef, 0xbb]));

/** Webhook URLs that a public receiver could have. */
export const GOOD_URLS: readonly string[] =
  "https://1.1.1.1/hook https://8.8.8.8/a?b=c https://[2606:4700::1111]/ https://9.9.9.9".split(
    " ",
  );

/**
 * URLs that are or come close to being refused. Hosts are literal addresses or invalid names, so
 * none causes a DNS query.
 */
export const URLS: readonly string[] = [
  ...GOOD_URLS,
  ..."https://10.0.0.1/ https://127.0.0.1/ https://[::1]/ https://2130706433/ https://0x7f.1/".split(
    " ",
  ),
  ..."https://169.254.169.254/latest https://[::ffff:10.0.0.1]/ https://1.1.1.1:8443/".split(" "),
  ..."http://1.1.1.1/ https://me:you@1.1.1.1/ https://localhost/ https://a.local/ https://".split(
    " ",
  ),
  ..."https:1.1.1.1 ftp://1.1.1.1/ //1.1.1.1 https://[fe80::1%25eth0]/ https://1.1.1.1\\@10.0.0.1/".split(
    " ",
  ),
  `https://1.1.1.1/${MARKER}#${MARKER}`,
  `https://1.1.1.1/${MARKER.repeat(600)}`,
  "https://1.1.1.1/\0",
  "https://1.1.1.1/\ud800",
];

/** Header values: all can be sent, none makes sense. */
export const HEADERS: readonly string[] = [
  ...`* W/ " "" "${MARKER} W/"${MARKER}" ,,, bytes= bytes=0- bytes=- bytes=5-1 bytes=0-0,2-3`.split(
    " ",
  ),
  ..."bytes=99999999999999999999- bytes=a-b bytes=-99999999999999999999 items=0-1 -1 0".split(" "),
  "",
  " ",
  "\t",
  "\u00e9\u00ff",
  '"a", *',
  `${MARKER}, ${MARKER}`,
  '"'.repeat(4000),
  `${MARKER} `.repeat(900),
  "0".repeat(64),
  "g".repeat(64),
  "Sat, 01 Jan 2000 00:00:00 GMT",
  "99999999999999999999",
  "text/event-stream",
];

/** Headers that occasionally get such values. */
export const HEADER_NAMES: readonly string[] = (
  "if-match if-none-match if-range range if-modified-since if-unmodified-since x-content-sha256 " +
  "last-event-id accept accept-encoding content-encoding cookie x-forwarded-for x-request-id " +
  "x-http-method-override origin content-type authorization"
).split(" ");

export const CONTENT_TYPES: readonly string[] = [
  "",
  "text/plain",
  "application/json; charset=latin1",
  "application/jsonp",
  "APPLICATION/JSON",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  `${MARKER}/${MARKER}`,
];
