import java.util.zip.*; import java.io.*;
class J{public static void main(String[] a)throws Exception{ZipInputStream z=new ZipInputStream(new BufferedInputStream(new FileInputStream("x.zip")));ZipEntry e;byte[] b=new byte[1<<20];while((e=z.getNextEntry())!=null){long n=0;int r;while((r=z.read(b))>0)n+=r;System.out.println("java stream "+e.getName()+" "+n);}}}
