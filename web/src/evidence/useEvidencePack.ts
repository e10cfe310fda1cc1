import { makeEvidence, type EvidenceSubject } from '@crm/contracts/http/evidence.js';
import { useDownload } from '../downloads/useDownload.js';

/** Downloads the evidence pack of a number, an e-mail or a lead. */
export function useEvidencePack() {
  const { mutate, isPending } = useDownload();
  return {
    isPending,
    download: (subject: EvidenceSubject) => {
      const { method, path } = makeEvidence;
      const name = `evidence-${new Date().toISOString().slice(0, 10)}.zip`;
      mutate({ method, url: path, body: JSON.stringify(subject), name });
    },
  };
}
