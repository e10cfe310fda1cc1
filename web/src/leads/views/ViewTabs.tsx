import { useMemo, useState } from 'react';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useListContext } from 'react-admin';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { shownCount } from '../../i18n/shown-numbers.js';
import { useTranslate } from '../../i18n/useTranslate.js';
import { useCurrentUser } from '../../session/SessionContext.js';
import { permanentFilter } from '../filters/lead-filters.rules.js';
import { useListFilter } from '../filters/useListFilter.js';
import { builtInViews, chosenView, savedView, valuesOfView, type LeadView } from './lead-views.rules.js';
import { useSavedViews } from './useSavedViews.js';
import { useViewCounts } from './useViewCounts.js';
import { ViewTools } from './ViewTools.js';

/** The views of a lead table as tabs, each with how many leads it shows; a tab sets the filters of the list. */
export default function ViewTabs({ type }: { type: TypeId }) {
  const translate = useTranslate();
  const { id, role_id: role } = useCurrentUser();
  const { setFilters } = useListContext<LeadRow>();
  const { values } = useListFilter();
  const saved = useSavedViews(type);
  const builtIn = useMemo(() => builtInViews({ id, role }), [id, role]);
  const views = useMemo<readonly LeadView[]>(() => [...builtIn, ...saved.map(savedView)], [builtIn, saved]);
  const chosen = chosenView(views, values);
  // Back from a view of all sources, the one that was chosen before it is again.
  const [known, setKnown] = useState(values.source);
  if (chosen?.isOfAllSources !== true && known !== values.source) setKnown(values.source);
  const source = chosen?.isOfAllSources ? known : values.source;
  const counts = useViewCounts(
    views.map((view) => ({ ...valuesOfView(view, source), ...permanentFilter(type, { id, role }) })),
  );
  const labelOf = ({ key, saved: own }: LeadView) =>
    own?.name ?? translate(`crm.views.${builtIn.find((view) => view.key === key)?.key ?? 'all'}`);
  return (
    <Box sx={{ display: 'flex', flex: 'none', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
      <Tabs
        value={chosen?.key ?? false}
        aria-label={translate('crm.views.label')}
        variant="scrollable"
        scrollButtons={false}
        sx={{ flex: '0 1 auto', minWidth: 0 }}
      >
        {views.map((view, index) => (
          <Tab
            key={view.key}
            value={view.key}
            label={<Labelled label={labelOf(view)} count={counts?.[index]} />}
            onClick={() => {
              setFilters(valuesOfView(view, source), undefined, false);
            }}
          />
        ))}
      </Tabs>
      <ViewTools type={type} chosen={chosen} values={values} />
    </Box>
  );
}

const Labelled = ({ label, count }: { label: string; count: number | undefined }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'baseline', gap: 0.75 }}>
    {label}{' '}
    {count !== undefined && (
      <Box
        component="span"
        sx={(theme) => ({ ...theme.typography.caption, ...theme.tabular, color: 'text.tertiary' })}
      >
        {shownCount(count)}
      </Box>
    )}
  </Box>
);
