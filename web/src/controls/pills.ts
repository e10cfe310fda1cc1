import type { SystemStyleObject } from '@mui/system';
import type { Theme } from '@mui/material/styles';

/** Tabs of the second level. */
export const pills: SystemStyleObject<Theme> = {
  flex: 'none',
  minHeight: 48,
  alignItems: 'center',
  px: 1.5,
  '& .MuiTabs-indicator': { display: 'none' },
  '& .MuiTabs-list': { alignItems: 'center', gap: 0.5 },
  '& .MuiTab-root': (theme) => ({
    ...theme.typography.body2,
    minHeight: theme.size.target,
    px: 1.5,
    mr: 0,
    fontWeight: 500,
    borderRadius: `${String(theme.radius.control)}px`,
    '&.Mui-selected': { color: 'primary.main', backgroundColor: 'brand.tint', fontWeight: 600 },
  }),
};
