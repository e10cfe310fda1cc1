import UpdateOutlined from '@mui/icons-material/UpdateOutlined';
import { retryRules, type RetryRule } from '@crm/contracts/resources/retry-rule.js';
import { shownValue } from '../../fields/shown-value.js';
import { ResourcePage } from '../ResourcePage.js';
import { defaultView } from '../default-view.js';

const { fields } = retryRules;
const view = defaultView(retryRules, {
  Icon: UpdateOutlined,
  nameOf: ({ outcome }: RetryRule) => shownValue(fields.outcome, outcome),
  emptyText: '',
  columns: { outcome: { width: 220 }, wait_minutes: { width: 150 }, per_week: { width: 120 } },
});

/** When the dialler calls a lead again. */
export default function RetryRulesPage() {
  return <ResourcePage view={view} />;
}
