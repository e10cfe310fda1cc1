import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import { FilterButton } from '../filters/FilterButton.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { comparisons } from './earlier-days.rules.js';
import { useComparison } from './useComparison.js';

/** What the figures are compared with: nothing, the period before, or the same period of last year. */
export function CompareFilter() {
  const translate = useStatsMessages();
  const { by, pick } = useComparison();
  const label = translate('crm.stats.compare.label');
  return (
    <FilterButton label={label} value={translate(`crm.stats.compare.with.${by ?? 'nothing'}`)}>
      {(close) => (
        <MenuList autoFocusItem aria-label={label} sx={{ p: 0.5 }}>
          {[undefined, ...comparisons].map((each) => (
            <MenuItem
              key={each ?? 'nothing'}
              selected={each === by}
              onClick={() => {
                pick(each);
                close();
              }}
            >
              {translate(`crm.stats.compare.with.${each ?? 'nothing'}`)}
            </MenuItem>
          ))}
        </MenuList>
      )}
    </FilterButton>
  );
}
