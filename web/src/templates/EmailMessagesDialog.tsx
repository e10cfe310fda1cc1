import { TemplatesDialog } from './TemplatesDialog.js';

/** The e-mails to choose from. */
export default function EmailMessagesDialog({ onClose }: { onClose: () => void }) {
  return <TemplatesDialog kind="email" onClose={onClose} />;
}
