# The parent of one mongod. Arguments: its folder, then the command. Everything is a positional argument, so no text of a
# user is ever read as shell. Our JVM holds the other end of stdin and never shares it: end of file means that the JVM is
# gone, however it went (SIGKILL included), and then mongod and its folder go too. A line means: mongod has ended, keep
# the folder, somebody else looks after it. Signals are ignored, so the order in which a terminal delivers them is
# without effect; PIPE too, since nobody may be left to read what is printed below.
trap '' INT TERM HUP QUIT PIPE
home=$1
shift
# A background job starts without stdin, hence descriptor 3.
exec 3<&0
( trap - INT TERM HUP QUIT PIPE; exec "$@" 3<&- ) </dev/null >>"$home/log" 2>&1 &
mongod=$!
( read -r _ <&3; kill -KILL "$mongod" ) >/dev/null 2>&1 &
reader=$!
echo "pid $mongod"
wait "$mongod"
code=$?
kill -KILL "$reader"
wait "$reader"
echo "exit $code"
if read -r _ <&3; then exit 0; fi
rm -rf -- "$home"
# The last member to leave removes the folder of the deployment.
rmdir -- "${home%/*}"
