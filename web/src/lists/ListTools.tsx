import { useMemo, useState } from 'react';
import DensitySmallOutlined from '@mui/icons-material/DensitySmallOutlined';
import DensityMediumOutlined from '@mui/icons-material/DensityMediumOutlined';
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useStore } from 'react-admin';
import { useTranslate } from '../i18n/useTranslate.js';
import { useWasOpened } from '../controls/useWasOpened.js';
import { hiddenAtFirst } from './list-column.js';

/** Whether rows are compact (40 px instead of 44), as chosen by the user. */
export function useDensity(storeKey: string) {
  return useStore(`${storeKey}.dense`, false);
}

interface Props {
  columns: readonly { source: string; label: string; isExtra?: true }[];
  /** The column that cannot be hidden: it identifies the row. */
  fixed: string;
  storeKey: string;
}

/** Column visibility and row density. */
export function ListTools({ columns, fixed, storeKey }: Props) {
  const translate = useTranslate();
  const atFirst = useMemo(() => hiddenAtFirst(columns), [columns]);
  const [hidden, setHidden] = useStore<string[]>(storeKey, atFirst);
  const [isDense, setDense] = useDensity(storeKey);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpened = useWasOpened(anchor !== null);
  const densityLabel = translate(isDense ? 'crm.list.roomy' : 'crm.list.dense');

  const toggle = (source: string) => {
    setHidden(hidden.includes(source) ? hidden.filter((other) => other !== source) : [...hidden, source]);
  };
  return (
    <>
      <Tooltip title={translate('crm.list.columns')}>
        <IconButton
          aria-label={translate('crm.list.columns')}
          aria-haspopup="menu"
          onClick={(event) => {
            setAnchor(event.currentTarget);
          }}
        >
          <ViewColumnOutlined />
        </IconButton>
      </Tooltip>
      <Tooltip title={densityLabel}>
        <IconButton
          aria-label={densityLabel}
          onClick={() => {
            setDense(!isDense);
          }}
        >
          {isDense ? <DensitySmallOutlined /> : <DensityMediumOutlined />}
        </IconButton>
      </Tooltip>
      {wasOpened && (
        <Menu
          anchorEl={anchor}
          open={anchor !== null}
          onClose={() => {
            setAnchor(null);
          }}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        >
          {columns.map(({ source, label }) => (
            <MenuItem
              key={source}
              role="menuitemcheckbox"
              aria-checked={!hidden.includes(source)}
              disabled={source === fixed}
              onClick={() => {
                toggle(source);
              }}
              sx={{ gap: 1, pl: 0.5, minWidth: 220 }}
            >
              <Checkbox checked={!hidden.includes(source)} tabIndex={-1} aria-hidden="true" />
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
