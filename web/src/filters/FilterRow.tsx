import { Suspense, useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from '../i18n/useTranslate.js';
import { useIsOnPhone } from '../theme/useIsOnPhone.js';
import { lazyPart } from '../loading/lazy-part.js';

const FilterSheet = lazyPart(() => import('./FilterSheet.js'));

interface Props {
  /** The buttons of the filters. */
  children: ReactNode;
  /** At the right of them. */
  end?: ReactNode;
}

/** Filters as buttons in a row; on a phone one button, which opens them from below. */
export function FilterRow({ children, end }: Props) {
  const isOnPhone = useIsOnPhone();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {isOnPhone ? <FiltersButton>{children}</FiltersButton> : children}
      {end}
    </Box>
  );
}

/** The one button of a phone. */
export function FiltersButton({ children }: Pick<Props, 'children'>) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
        sx={{ px: 1.5 }}
      >
        {translate('crm.filters.label')}
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <FilterSheet
            onClose={() => {
              setOpen(false);
            }}
          >
            {children}
          </FilterSheet>
        )}
      </Suspense>
    </>
  );
}
