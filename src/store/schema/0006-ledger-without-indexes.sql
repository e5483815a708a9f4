-- The windows of the limits are kept in memory: the ledger is read as a whole, when a world is opened.

drop index spent_by_bot;
drop index spent_in_chat;
drop index spent_devices;
