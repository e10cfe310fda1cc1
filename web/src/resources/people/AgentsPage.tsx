import { ResourcePage } from '../ResourcePage.js';
import { usePersonViews } from './usePersonViews.js';

/** The agents: who they are, where they sell and what reaches them. */
export default function AgentsPage() {
  const { agents } = usePersonViews();
  return <ResourcePage view={agents} />;
}
