const longest = 24;
const blocks = 'h1, h2, h3, p, li, blockquote, pre';

const bodyOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;

/** The name of a script's tab: the first line of it that says something, undefined where none does. */
export function scriptName(html: string): string | undefined {
  const body = bodyOf(html);
  const lines = [...body.querySelectorAll(blocks), body].map(({ textContent }) =>
    textContent.replace(/\s+/g, ' ').trim(),
  );
  const line = lines.find((each) => each !== '');
  return line !== undefined && line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
}
