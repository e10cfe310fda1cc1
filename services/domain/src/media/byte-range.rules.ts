/** The part of a file that is asked for, both ends included; the whole of it; or none that it has. */
export type AskedRange = { start: number; end: number } | 'whole' | 'outside';

/**
 * Reads a Range header (RFC 9110, 14.2). What is no range of bytes, or more than one, is passed over and the whole file
 * answered, as the RFC lets a server do; a range that the file does not reach is answered with 416.
 */
export function askedRange(header: string | undefined, size: number): AskedRange {
  const [, from = '', to = ''] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  if (from === '') {
    const last = Math.min(Number(to), size);
    return last === 0 ? 'outside' : { start: size - last, end: size - 1 };
  }
  const start = Number(from);
  if (to !== '' && Number(to) < start) return 'whole';
  if (start >= size) return 'outside';
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
