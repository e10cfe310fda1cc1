const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._-]{7,127}$/;

/**
 * The request id a client sent, where it is one: 8 to 128 letters, digits, dots, dashes or underscores. Anything else
 * is treated as not sent, since it ends up in logs and headers.
 */
export function readRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && wellFormed.test(header) ? header : undefined;
}
