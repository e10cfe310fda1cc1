import FolderZipOutlined from '@mui/icons-material/FolderZipOutlined';
import type { EvidenceSubject } from '@crm/contracts/http/evidence.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useEvidenceMessages } from '../i18n/evidence.en.js';
import { useEvidencePack } from './useEvidencePack.js';

interface Props {
  subject: EvidenceSubject | undefined;
  /** Why there is nobody to make a pack of. */
  reason?: string | undefined;
}

/** Downloads an evidence pack. */
export function EvidenceButton({ subject, reason }: Props) {
  const translate = useEvidenceMessages();
  const { download, isPending } = useEvidencePack();
  return (
    <ReasonButton
      variant="outlined"
      startIcon={<FolderZipOutlined />}
      loading={isPending}
      reason={reason}
      onClick={() => {
        if (subject !== undefined) download(subject);
      }}
    >
      {translate('crm.evidence.pack')}
    </ReasonButton>
  );
}
