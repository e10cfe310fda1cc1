import Diversity3Outlined from '@mui/icons-material/Diversity3Outlined';
import { teams } from '@crm/contracts/resources/team.js';
import { usePeopleMessages } from '../../i18n/people.en.js';
import { defaultView } from '../default-view.js';
import { ResourcePage } from '../ResourcePage.js';

/** Teams, and who is in them by their accounts. */
export default function TeamsPage() {
  const translate = usePeopleMessages();
  const view = defaultView(teams, {
    Icon: Diversity3Outlined,
    emptyText: translate('crm.people.noTeams'),
    columns: { name: { width: 220 }, leads: { width: 260, wraps: true }, agents: { width: 84 } },
  });
  return <ResourcePage view={view} />;
}
