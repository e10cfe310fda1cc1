import * as React from 'react';

// React's development build makes an Error for every element, so that its developer tools can tell where the element was
// made: a third of the time of these tests, and none of them asks. The count says that there are as many as it makes.
const shared: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof shared === 'object' && shared !== null && 'recentlyCreatedOwnerStacks' in shared) {
  Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.MAX_SAFE_INTEGER,
    set: () => {
      // Starting anew is not for here.
    },
  });
}
