/** Pictures that every browser draws; they are shown in the page. Anything else is a download. */
export const shownPictures = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
export type ShownPicture = (typeof shownPictures)[number];

/** Whether a file of this kind is shown in the page. */
export const isShownPicture = (type: string): type is ShownPicture =>
  shownPictures.some((shown) => shown === type);

/** What a file of a text is called. */
export const textFileKinds = ['picture', 'audio', 'video', 'contact', 'pdf', 'file'] as const;
export type TextFileKind = (typeof textFileKinds)[number];

const contactTypes = new Set(['text/vcard', 'text/x-vcard', 'text/directory']);

/** The kind of a file by its content type; `file` for what texts do not carry. */
export function textFileKind(type: string): TextFileKind {
  if (isShownPicture(type) || type === 'image/heic' || type === 'image/heif') return 'picture';
  if (/^audio\/[\w.+-]+$/.test(type)) return 'audio';
  if (/^video\/[\w.+-]+$/.test(type)) return 'video';
  if (type === 'application/pdf') return 'pdf';
  return contactTypes.has(type) ? 'contact' : 'file';
}

/** Endings that are not the second part of the content type. */
const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'text/vcard': 'vcf',
  'text/x-vcard': 'vcf',
  'text/directory': 'vcf',
  'audio/mpeg': 'mp3',
  'video/3gpp': '3gp',
};

/** The name that a file of a text is saved under: of ours alone, whatever it was called elsewhere. */
export const textFileName = ({ id, type }: { id: string; type: string }): string =>
  `${textFileKind(type)}-${id.slice(-6)}.${endings[type] ?? type.replace(/^.*\//, '').replace(/\W/g, '')}`;

/** In one and in several, as they begin a line. */
const words: Record<TextFileKind, readonly [string, string]> = {
  picture: ['Picture', 'pictures'],
  audio: ['Audio file', 'audio files'],
  video: ['Video', 'videos'],
  contact: ['Contact', 'contacts'],
  pdf: ['PDF', 'PDFs'],
  file: ['File', 'files'],
};

/** Files as a line names them: `Picture`, `2 pictures`, `3 files` for several kinds; empty for none. */
export function fileWords(kinds: readonly TextFileKind[]): string {
  const [first] = kinds;
  if (first === undefined) return '';
  const [one, several] = words[kinds.every((kind) => kind === first) ? first : 'file'];
  return kinds.length === 1 ? one : `${String(kinds.length)} ${several}`;
}

/** What a line says of a text: its words, or else what it carries. */
export const textLine = ({
  text,
  files,
}: {
  text: string;
  files: readonly { kind: TextFileKind }[];
}): string => (text.trim() === '' ? fileWords(files.map(({ kind }) => kind)) : text);

/** What may be sent with a text: kinds that phones and their carriers take. */
const sentTypes = ['image/jpeg', 'image/png', 'image/gif', 'application/pdf'] as const;
export type SentFileType = (typeof sentTypes)[number];

/** Whether a file of this kind may be sent with a text. */
export const isSentType = (type: string): type is SentFileType => sentTypes.some((sent) => sent === type);

/** What one text may carry: the carrier takes 5 MB with what surrounds the files, and far less of what is no picture. */
export const sentFilesLimit = { files: 3, bytes: 4_500_000, pdfBytes: 500_000 } as const;

export const sentFileSentences = {
  missing: 'Choose a file',
  otherKind: 'Choose JPEG, PNG, GIF or PDF files',
  pdfTooLarge: 'A PDF can have at most 500 KB',
  tooLarge: 'All files together can have at most 4.5 MB',
  tooMany: 'At most 3 files per text',
  /** Used for another text, or never sent within a day. */
  gone: 'A file is no longer available, please attach it again',
} as const;

/** Why these files cannot go with one text; undefined where they can. */
export function sentFilesFault(files: readonly { type: string; bytes: number }[]): string | undefined {
  if (files.length > sentFilesLimit.files) return sentFileSentences.tooMany;
  if (!files.every(({ type }) => isSentType(type))) return sentFileSentences.otherKind;
  const isLargePdf = files.some(
    ({ type, bytes }) => type === 'application/pdf' && bytes > sentFilesLimit.pdfBytes,
  );
  if (isLargePdf) return sentFileSentences.pdfTooLarge;
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return total > sentFilesLimit.bytes ? sentFileSentences.tooLarge : undefined;
}
