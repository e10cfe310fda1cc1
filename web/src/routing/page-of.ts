const lead = /^\/lead\/[^/]+/;

/** The address of a dialog on the list of a resource: of a new record, or of the one of an id. */
const dialog = /^(\/[a-z-]+)\/(?:create|default|[0-9a-f]{24}|\d+|[A-Z]{2})$/;

/** The page that an address is on: all tabs of a lead are one page, however they are gone through. */
export function pageOf(pathname: string): string {
  return lead.exec(pathname)?.[0] ?? pathname;
}

/** The page behind a dialog with an address of its own, and for any other address its page: the focus stays on it. */
export function pageBehindDialog(pathname: string): string {
  const page = pageOf(pathname);
  return lead.test(pathname) ? page : (dialog.exec(pathname)?.[1] ?? page);
}
