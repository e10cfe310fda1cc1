const lead = /^\/lead\/[^/]+/;

/** The address of a dialog on the list of a resource: of a new record, or of the one of an id. */
const dialog = /^(\/[a-z-]+)\/(?:create|[0-9a-f]{24}|\d+|[A-Z]{2})$/;

/**
 * The page that an address is on: all tabs of a lead are one page, however they are gone through, and so is a list with
 * the dialogs on it, which leave the focus where they were opened from.
 */
export function pageOf(pathname: string): string {
  return lead.exec(pathname)?.[0] ?? dialog.exec(pathname)?.[1] ?? pathname;
}

/** The address of a dialog on the list of a resource: of a new record, or of the one of an id. */
const dialog = /^(\/[a-z-]+)\/(?:create|[0-9a-f]{24}|\d+|[A-Z]{2})$/;

/** What is looked at behind the dialogs that have an address: a list stays the same below them. */
export const groundOf = (pathname: string): string => dialog.exec(pathname)?.[1] ?? pageOf(pathname);
