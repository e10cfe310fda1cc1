import { runInCluster } from './in-cluster.js';

await runInCluster(process.argv[2], process.env);
