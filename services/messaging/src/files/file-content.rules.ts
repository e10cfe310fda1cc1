import { textFileKind, type ShownPicture } from '@crm/contracts/codes/text-files.js';

const isHeic = (head: Buffer) => /^ftyp(hei[cxms]|hev[cx]|mif1|msf1)/.test(head.toString('latin1', 4, 12));

/** The picture that a file's beginning shows; undefined where it is none that is shown in a page. */
export function pictureOf(head: Buffer): ShownPicture | undefined {
  const latin = (from: number, to: number) => head.toString('latin1', from, to);
  if (latin(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (latin(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (/^GIF8[79]a/.test(latin(0, 6))) return 'image/gif';
  return latin(0, 4) === 'RIFF' && latin(8, 12) === 'WEBP' ? 'image/webp' : undefined;
}

/**
 * The content type of a file that says it is of a kind, by how it begins; undefined where it is something else. What is
 * shown in a page is believed by its content alone; sounds and videos, of which there are many, are only ever downloads.
 */
export function typeOfContent(head: Buffer, said: string): string | undefined {
  const start = head.toString('utf8');
  switch (textFileKind(said)) {
    case 'picture':
      return pictureOf(head) ?? (isHeic(head) ? 'image/heic' : undefined);
    case 'pdf':
      return start.startsWith('%PDF-') ? said : undefined;
    case 'contact':
      return /^\uFEFF?\s*BEGIN:VCARD/i.test(start) ? said : undefined;
    case 'audio':
    case 'video':
      return said;
    case 'file':
      return undefined;
  }
}
