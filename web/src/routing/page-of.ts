const lead = /^\/lead\/[^/]+/;

/** The page that an address is on: all tabs of a lead are one page, however they are gone through. */
export function pageOf(pathname: string): string {
  return lead.exec(pathname)?.[0] ?? pathname;
}
