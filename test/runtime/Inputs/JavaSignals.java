// JavaSignals.java - calls a library of java.c's many times, and has the virtual machine look at its signals.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
class JavaSignals {
    static native int work(int n);

    public static void main(String[] arguments) {
        System.loadLibrary("work");
        for (int i = 0; i < 20; i++)
            System.out.println(work(100));
        System.gc();
    }
}
