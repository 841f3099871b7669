-- Whether a house invites to an analysis of a depot is its own decision from here on. Until now the switch had no effect and
-- was off in every house that never saw it; what a house could do so far goes on.
update white_label_configs set features = features || '{"preregistration": true}';
