import { useMutation } from '@tanstack/react-query';
import { useLogoutIfAccessDenied } from 'react-admin';
import type { LeadImport } from '@crm/contracts/entities/lead-input.js';
import { downloadRefusedRows } from '@crm/contracts/http/leads.js';
import { useWords } from '../i18n/useWords.js';
import { useShowRefusal } from '../notifications/useShowAnswer.js';
import { useFileCall } from './browser-call.js';

/** Gives a file to the person at the browser, byte for byte as it came. */
function saveFile(file: Blob, name: string): void {
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

/** Downloads the refused rows of an import: with the token in its head the call cannot be a plain link. */
export function useRefusedReport() {
  const call = useFileCall();
  const words = useWords();
  const showRefusal = useShowRefusal();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  return useMutation<undefined, unknown, Pick<LeadImport, 'id' | 'file'>>({
    mutationFn: async ({ id, file }) => {
      const { method, path } = downloadRefusedRows;
      const report = await call({ method, url: path.replace('{id}', id) });
      saveFile(report, words('crm.imports.reportName', { file }));
      return undefined;
    },
    onError: async (error) => {
      if (!(await logoutIfAccessDenied(error))) showRefusal(error);
    },
  });
}
