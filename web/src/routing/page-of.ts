const lead = /^\/lead\/[^/]+/;

/** The URL of a dialog on a resource's list: for a new record, or for one by its id. */
const dialog = /^(\/[a-z-]+)\/(?:create|[0-9a-f]{24}|\d+|[A-Z]{2})$/;

/**
 * The page of a URL: all tabs of a lead are one page, and so is a list with its dialogs, which leave the focus where
 * they were opened from.
 */
export function pageOf(pathname: string): string {
  return lead.exec(pathname)?.[0] ?? dialog.exec(pathname)?.[1] ?? pathname;
}

/** The page behind dialogs that have a URL: a list stays the same below them. */
export const groundOf = (pathname: string): string => dialog.exec(pathname)?.[1] ?? pageOf(pathname);
