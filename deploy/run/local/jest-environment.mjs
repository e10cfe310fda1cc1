import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { sharedBySuites } from './jest-shared.mjs';

/**
 * Jest's environment of Node, with an ordinary global object: with the interceptors of Jest's each use of `Math` or
 * `Promise` takes two hundred times as long.
 */
class PlainEnvironment extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }
}

export default sharedBySuites(PlainEnvironment);
