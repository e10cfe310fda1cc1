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
