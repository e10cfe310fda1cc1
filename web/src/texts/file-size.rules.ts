const kilobyte = 1024;

/** A file's size as people read it: `180 KB`, `1.4 MB`. */
export const fileSize = (bytes: number): string =>
  bytes < kilobyte ** 2
    ? `${String(Math.max(1, Math.round(bytes / kilobyte)))} KB`
    : `${(bytes / kilobyte ** 2).toFixed(1)} MB`;
