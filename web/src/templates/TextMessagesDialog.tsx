import { TemplatesDialog } from './TemplatesDialog.js';

/** The texts to choose from. */
export default function TextMessagesDialog({ onClose }: { onClose: () => void }) {
  return <TemplatesDialog kind="sms" onClose={onClose} />;
}
