import { CreateDialog } from '../ResourceDialog.js';
import { usePersonViews } from './usePersonViews.js';

interface Props {
  onClose: () => void;
}

/** The settings menu's way to a new agent. */
export function NewAgentDialog({ onClose }: Props) {
  const { agents } = usePersonViews();
  return <CreateDialog view={agents} onClose={onClose} />;
}

/** The settings menu's way to a new guide. */
export function NewGuideDialog({ onClose }: Props) {
  const { guides } = usePersonViews();
  return <CreateDialog view={guides} onClose={onClose} />;
}
