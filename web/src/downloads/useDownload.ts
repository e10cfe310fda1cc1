import { useMutation } from '@tanstack/react-query';
import { useLogoutIfAccessDenied } from '../session/AccessDenied.js';
import { useFileCall, type BrowserCall } from '../http/browser-call.js';
import { useShowRefusal } from '../notifications/useShowAnswer.js';

/** Gives a file to the person at the browser, byte for byte as it came. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Not before the browser has taken it.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 1_000);
}

/** What is called for a file, and the name under which it is saved. */
export interface Download extends Pick<BrowserCall, 'method' | 'url' | 'body'> {
  name: string;
}

/** Downloads a file: with the token in its head the call cannot be a plain link. */
export function useDownload() {
  const call = useFileCall();
  const showRefusal = useShowRefusal();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  return useMutation<undefined, unknown, Download>({
    mutationFn: async ({ name, ...asked }) => {
      saveFile(await call(asked), name);
      return undefined;
    },
    onError: async (error) => {
      if (!(await logoutIfAccessDenied(error))) showRefusal(error);
    },
  });
}
