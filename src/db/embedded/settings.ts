/**
 * PostgreSQL for one small service. Nothing listens on the network: the socket lies in the data folder, which only
 * the server's user and root can enter, and that is what makes `trust` safe.
 */
export const serverSettings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: '5432',
  cluster_name: 'wattle',
  max_connections: '100',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // An acknowledged write is on the disk before the answer leaves.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Short statements by the thousand: compiling them costs more than it saves, and data folders are on SSDs.
  jit: 'off',
  random_page_cost: '1.1',
  // One table at a time and in small steps, so that a vacuum leaves most of a small machine to requests; all connections
  // plan their statements again after it, which is dear enough. This still goes through a gigabyte in a minute.
  autovacuum_max_workers: '1',
  autovacuum_vacuum_cost_limit: '50',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The service logs its own errors. PostgreSQL's text of them can hold people's names, so its file keeps only
  // starts, stops and recoveries, and does not grow with traffic.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_connections: '',
  log_autovacuum_min_duration: '-1',
}
