/** What Next shows where our own page of an error has failed too: `next.config.js` puts it in place of one of 2 kB. */
// oxlint-disable-next-line import/no-default-export -- what it replaces is one
export default function LastResort() {
  return (
    <html lang="en">
      <body>
        <h1>This page couldn’t load</h1>
        <form>
          <button type="submit">Reload</button>
        </form>
      </body>
    </html>
  );
}
