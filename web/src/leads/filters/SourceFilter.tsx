import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import { sourceById, sources, type SourceId } from '@crm/contracts/codes/sources.js';
import { useTranslate } from '../../i18n/useTranslate.js';
import { shownCount } from '../../i18n/shown-numbers.js';
import { FilterButton } from '../../filters/FilterButton.js';
import { localise } from '../../i18n/language.js';

interface Props {
  /** None stands for all sources. */
  source: SourceId | undefined;
  counts: Record<string, number> | undefined;
  onOpenChange: (isOpen: boolean) => void;
  onPick: (source: SourceId | undefined) => void;
}

/** The one source a list shows, or all of them. */
export function SourceFilter({ source, counts, onOpenChange, onPick }: Props) {
  const translate = useTranslate();
  const options: { id: SourceId | undefined; label: string }[] = [
    ...sources.map(({ id, title }) => ({ id, label: localise(title) })),
    { id: undefined, label: translate('crm.filters.allSources') },
  ];
  const current = source === undefined ? undefined : sourceById(source);
  return (
    <FilterButton
      label={translate('crm.filters.source')}
      value={(current && localise(current.title)) ?? translate('crm.filters.any')}
      onOpenChange={onOpenChange}
    >
      {(close) => (
        <MenuList autoFocusItem aria-label={translate('crm.filters.source')} sx={{ p: 0.5 }}>
          {options.map(({ id, label }) => (
            <MenuItem
              key={label}
              selected={id === source}
              onClick={() => {
                onPick(id);
                close();
              }}
            >
              <Box component="span" sx={{ flex: 1 }}>
                {label}
              </Box>
              {id !== undefined && counts && (
                <Box component="span" sx={(theme) => ({ ...theme.tabular, color: 'text.tertiary' })}>
                  {shownCount(counts[String(id)] ?? 0)}
                </Box>
              )}
            </MenuItem>
          ))}
        </MenuList>
      )}
    </FilterButton>
  );
}
