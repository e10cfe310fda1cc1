import { createContext, useContext, useSyncExternalStore } from 'react';

/** A file on its way to the server. */
export interface Upload {
  file: string;
  bytes: number;
  sent: number;
}

/** The upload under way. It goes on when its dialog or its page is left, and is there again when one comes back. */
export interface Uploads {
  current: () => Upload | undefined;
  subscribe: (listener: () => void) => () => void;
  /** Runs the work that sends a file. Refuses to begin while another is under way. */
  run<A>(
    file: Pick<File, 'name' | 'size'>,
    work: (onSent: (bytes: number) => void, signal: AbortSignal) => Promise<A>,
  ): Promise<A>;
  cancel(): void;
}

export function createUploads(): Uploads {
  let upload: Upload | undefined;
  let controller: AbortController | undefined;
  const listeners = new Set<() => void>();
  const become = (next: Upload | undefined) => {
    upload = next;
    for (const listener of listeners) listener();
  };
  // Closing the window would cut the upload off without a word.
  const holdWindow = (event: BeforeUnloadEvent) => {
    event.preventDefault();
  };

  return {
    current: () => upload,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async run(file, work) {
      if (upload) throw new Error('Another upload is under way');
      controller = new AbortController();
      become({ file: file.name, bytes: file.size, sent: 0 });
      window.addEventListener('beforeunload', holdWindow);
      try {
        return await work((sent) => {
          // The envelope around the file counts too: never more than the file itself is shown.
          if (upload) become({ ...upload, sent: Math.min(sent, upload.bytes) });
        }, controller.signal);
      } finally {
        window.removeEventListener('beforeunload', holdWindow);
        become(undefined);
      }
    },
    cancel() {
      controller?.abort();
    },
  };
}

/** One for the whole application, so that an upload outlives the page that began it. */
export const UploadsContext = createContext<Uploads>(createUploads());

export const useUploads = (): Uploads => useContext(UploadsContext);

/** The upload that is under way at the moment. */
export function useUpload(): Upload | undefined {
  const { subscribe, current } = useUploads();
  return useSyncExternalStore(subscribe, current);
}
