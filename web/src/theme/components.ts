import type { RaThemeOptions } from 'react-admin';
import { baseComponents } from './base-components.js';
import { formComponents } from './form-components.js';
import { surfaceComponents } from './surface-components.js';
import { frameworkComponents, tableComponents } from './table-components.js';

/** Style overrides of every MUI and react-admin component. */
export const components: RaThemeOptions['components'] = {
  ...baseComponents,
  ...formComponents,
  ...surfaceComponents,
  ...tableComponents,
  ...frameworkComponents,
};
