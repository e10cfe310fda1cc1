/** The text of HTML without its format. */
export const plainText = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent;
