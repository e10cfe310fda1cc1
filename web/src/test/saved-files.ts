import { jest } from '@jest/globals';

/** A file as the browser was given it. */
export interface SavedFile {
  name: string;
  size: number;
}

/** Takes the files that the application gives to the person at the browser; restored with all other spies. */
export function savedFiles(): readonly SavedFile[] {
  const blobs: Blob[] = [];
  const saved: SavedFile[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:test/${String(blobs.push(blob))}`,
    revokeObjectURL: () => undefined,
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    const blob = blobs[Number(this.href.split('/').at(-1)) - 1];
    saved.push({ name: this.download, size: blob?.size ?? -1 });
  });
  return saved;
}
